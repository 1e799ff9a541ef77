"""Outlines as points, and the pen that fills them smoothly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, sin

from PIL import Image, ImageDraw

Point = tuple[float, float]

OVERSIZE = 4  # masks are drawn this many times too large, then averaged


@cache
def path(commands: str, steps: int = 14) -> tuple[Point, ...]:
    """Flatten an SVG-like outline (M, L and C with absolute numbers) to points."""
    points: list[Point] = []
    for letter, body in re.findall(r"([MLC])([^MLC]*)", commands):
        numbers = [float(number) for number in body.replace(",", " ").split()]
        pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
        if letter != "C":
            points += pairs
            continue
        for i in range(0, len(pairs), 3):
            start, (first, second, end) = points[-1], pairs[i : i + 3]
            points += [_bezier(start, first, second, end, k / steps) for k in range(1, steps + 1)]
    return tuple(points)


def _bezier(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    a, b, c, d = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    return a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0], a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1]


def mirrored(commands: str) -> tuple[Point, ...]:
    """Close the right half of an outline with its reflection about x = 0.5."""
    half = path(commands)
    return half + tuple((1 - x, y) for x, y in reversed(half))


def regular(n: int, turn: float = -90, r: float = 0.5, inner: float | None = None) -> list[Point]:
    """Return the points of a regular polygon, or of a star when `inner` is given, about (0.5, 0.5)."""
    k = n if inner is None else 2 * n
    radii = [r] if inner is None else [r, inner]
    angles = [turn * pi / 180 + 2 * pi * i / k for i in range(k)]
    return [
        (0.5 + radii[i % len(radii)] * cos(angle), 0.5 + radii[i % len(radii)] * sin(angle))
        for i, angle in enumerate(angles)
    ]


def _bulged(n: int, bulge: float) -> list[Point]:
    """A polygon whose sides swell outwards, like a guitar pick."""
    corners = regular(n)
    out: list[Point] = []
    for (x0, y0), (x1, y1) in pairwise([*corners, corners[0]]):
        for k in range(12):
            t = k / 12
            x, y = x0 + (x1 - x0) * t, y0 + (y1 - y0) * t
            swell = 1 + bulge * 4 * t * (1 - t)
            out.append((0.5 + (x - 0.5) * swell, 0.5 + (y - 0.5) * swell))
    return out


def _fitted(points: Sequence[Point]) -> list[Point]:
    """Centre an outline in the unit square and let it touch two sides."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    side = max(max(xs) - min(xs), max(ys) - min(ys))
    left, top = (min(xs) + max(xs) - side) / 2, (min(ys) + max(ys) - side) / 2
    return [((x - left) / side, (y - top) / side) for x, y in points]


_OUTLINES = {
    "triangle": _fitted(_bulged(3, 0.2)),
    "diamond": _fitted(regular(4)),
    "hexagon": _fitted(regular(6)),
    "shield": _fitted(mirrored("M .5 .02 L .93 .06 C .97 .5 .86 .82 .5 1")),
}


class Pen:
    """Draws a mask in the coordinates of the finished picture, smoothly. `on=0` rubs out."""

    def __init__(self, width: float, height: float) -> None:
        self.size = (ceil(width), ceil(height))
        self._image = Image.new("L", (self.size[0] * OVERSIZE, self.size[1] * OVERSIZE))
        self._draw = ImageDraw.Draw(self._image)

    def box(self, x0: float, y0: float, x1: float, y1: float, r: float = 0, on: int = 255) -> Pen:
        corners = (x0 * OVERSIZE, y0 * OVERSIZE, x1 * OVERSIZE - 1, y1 * OVERSIZE - 1)
        self._draw.rounded_rectangle(corners, r * OVERSIZE, fill=on)
        return self

    def disc(self, x: float, y: float, r: float, on: int = 255) -> Pen:
        k = OVERSIZE
        self._draw.ellipse(((x - r) * k, (y - r) * k, (x + r) * k - 1, (y + r) * k - 1), fill=on)
        return self

    def line(self, points: Sequence[Point], width: float, on: int = 255) -> Pen:
        """Draw a line with round ends and joints."""
        for (x0, y0), (x1, y1) in pairwise(points):
            length = hypot(x1 - x0, y1 - y0) or 1
            dx, dy = (y1 - y0) / length * width / 2, (x0 - x1) / length * width / 2
            self.fill([(x0 + dx, y0 + dy), (x1 + dx, y1 + dy), (x1 - dx, y1 - dy), (x0 - dx, y0 - dy)], on)
        for x, y in points:
            self.disc(x, y, width / 2, on)
        return self

    def fill(self, points: Iterable[Point], on: int = 255) -> Pen:
        self._draw.polygon([(x * OVERSIZE, y * OVERSIZE) for x, y in points], fill=on)
        return self

    def figure(
        self,
        points: Iterable[Point],
        x: float,
        y: float,
        w: float,
        h: float | None = None,
        on: int = 255,
        blunt: float = 0,
    ) -> Pen:
        """Fill a unit-square outline scaled into a box; `blunt` rounds its corners."""
        h = w if h is None else h
        inset = blunt / 2
        scaled = [(x + inset + px * (w - blunt), y + inset + py * (h - blunt)) for px, py in points]
        self.fill(scaled, on)
        return self.line([*scaled, scaled[0]], blunt, on) if blunt else self

    def shape(self, name: str, x: float, y: float, r: float, on: int = 255) -> Pen:
        """Fill one of the outlines of seats and teams about a centre; all weigh about the same to the eye."""
        if name == "disc":
            return self.disc(x, y, r, on)
        if name == "square":
            return self.box(x - r * 0.88, y - r * 0.88, x + r * 0.88, y + r * 0.88, r * 0.22, on)
        return self.figure(_OUTLINES[name], x - r, y - r, 2 * r, on=on, blunt=r * 0.34)

    def mask(self) -> Image.Image:
        return self._image.reduce(OVERSIZE)
