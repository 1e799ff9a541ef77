FROM python:3.13-slim

ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1

WORKDIR /cheza

COPY requirements.lock .
RUN pip install --no-cache-dir --require-hashes -r requirements.lock

COPY rules rules
COPY db db
COPY bot bot
COPY cogs cogs

# Everything that is kept lies in /cheza/data: mount a volume there.
RUN useradd --system --uid 10001 --no-create-home cheza \
    && mkdir data \
    && chown cheza: data
USER cheza
VOLUME /cheza/data

# Docker stops with SIGTERM; the bot then finishes what it is telling, within 8 seconds, and closes the database.
STOPSIGNAL SIGTERM
CMD ["python", "-m", "bot", "run"]
