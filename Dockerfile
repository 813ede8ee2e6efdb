# Two stages: the first builds Mantel and its touch interface, the second holds only what serves.
FROM debian:trixie-slim AS build
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates python3-venv
# For a build behind a proxy that opens TLS: the file with its authority.
ARG NODE_EXTRA_CA_CERTS
WORKDIR /source
COPY . .
RUN python3 -m venv /opt/mantel \
    && /opt/mantel/bin/pip install --no-cache-dir -c constraints.txt . \
    # They make up examples, which nothing here asks for, and are an eighth of the whole.
    && /opt/mantel/bin/pip uninstall -y faker polyfactory pip

FROM debian:trixie-slim
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates python3 tzdata \
    && apt-get clean \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --home-dir /data --no-create-home --shell /usr/sbin/nologin mantel \
    && install -d -o mantel -g mantel -m 0700 /data
COPY --from=build /opt/mantel /opt/mantel
ENV PATH=/opt/mantel/bin:$PATH \
    DATA_DIR=/data \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8080 8443
USER mantel
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["mantel", "health"]
CMD ["mantel", "serve"]
