// Making an element like another one in place: what is alike stays, with its focus, its picture and a press under way.

const HOLDERS = 'article, div, p';

/**
 * Makes `old` like `wanted`, and leaves out of `wanted` what was used. Controls are kept whole or replaced whole: one
 * that looks the same and has the same id does the same.
 * @param {Element} old
 * @param {Element} wanted
 */
export function morph(old, wanted) {
  for (const { name } of [...old.attributes]) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of wanted.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const before = [...old.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((child, k) => {
    const there = before[k];
    if (!there) old.append(child);
    else if (there.isEqualNode(child) || isSamePicture(there, child)) return;
    else if (isHolder(there) && isHolder(child) && there.tagName === child.tagName) morph(there, child);
    else there.replaceWith(child);
  });
  before.slice(after.length).forEach(child => child.remove());
}
/** Each telling of a message has fresh links to the same files. */
function isSamePicture(one, other) {
  const [a, b] = [one, other].map(node => node.matches?.('.picture') && node.firstElementChild);
  return a && b && new URL(a.src).pathname === new URL(b.src).pathname && a.alt === b.alt;
}
const isHolder = node => node.nodeType === Node.ELEMENT_NODE && node.matches(HOLDERS);
