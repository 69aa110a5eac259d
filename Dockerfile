# One image for migrate, workers and beat. Servers are not in it: see docker-compose.yml.
FROM python:3.13-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY memory_pipeline memory_pipeline
COPY workers workers
COPY schedules schedules
COPY migrations migrations
RUN python -m venv /opt/venv \
 && /opt/venv/bin/pip install --no-cache-dir --constraint constraints.txt '.[local-embedding]'

FROM python:3.13-slim
RUN apt-get update && apt-get install --yes --no-install-recommends libgomp1 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --uid 10001 memory
COPY --from=build /opt/venv /opt/venv
ENV PATH=/opt/venv/bin:$PATH PYTHONUNBUFFERED=1 MEMORY_PIPELINE_HOME=/home/memory/.memory-pipeline
USER memory
WORKDIR /home/memory
STOPSIGNAL SIGTERM
ENTRYPOINT ["memory-pipeline"]
CMD ["--help"]
