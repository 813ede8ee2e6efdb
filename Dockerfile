# Three stages: the wheel with the user interface, which is the same for every architecture and is built on the machine's own;
# the packages; and the image, which contains only what serves. Each names its platform: buildah 1.28 would take that of the
# stage before.
# The base image by its digest. To move it: choose a newer tag `debian:trixie-YYYYMMDD-slim`, and take the digest of its
# index from `docker buildx imagetools inspect debian:trixie-YYYYMMDD-slim`.
ARG DEBIAN=debian:trixie-20260918-slim@sha256:a99cfc517144bc59b1978475ec53b46ecabec7e43635402ee5b77cc54cd1b20a
FROM --platform=$BUILDPLATFORM ${DEBIAN} AS wheel
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates python3-venv
# For a build behind a proxy that intercepts TLS: the file with the proxy's certificate authority.
ARG NODE_EXTRA_CA_CERTS
# The time of the commit, for a build that can be repeated bit by bit.
ARG SOURCE_DATE_EPOCH
WORKDIR /source
COPY . .
RUN python3 -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt \
    && /opt/build/bin/pip wheel --no-cache-dir --no-deps --no-build-isolation --wheel-dir /wheels .

FROM --platform=$TARGETPLATFORM ${DEBIAN} AS build
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends binutils ca-certificates python3-venv
ARG SOURCE_DATE_EPOCH
WORKDIR /source
COPY LICENSE .
COPY requirements requirements
COPY image image
COPY --from=wheel /wheels /wheels
# Everything comes with a hash: the build tools, then the dependencies as wheels. Compiled modules name no times: -f, because
# those that a step before has imported would keep theirs.
RUN python3 -m venv /opt/build \
    && /opt/build/bin/pip install --no-cache-dir --require-hashes -r requirements/build.txt \
    && /opt/build/bin/pip wheel --no-cache-dir --require-hashes --no-deps --no-build-isolation \
        --wheel-dir /wheels -r requirements/run.txt \
    && python3 -m venv /opt/mantel \
    && /opt/mantel/bin/pip install --no-cache-dir --no-compile --no-index --no-deps /wheels/*.whl \
    && /opt/mantel/bin/pip uninstall -y pip \
    && image/slim /opt/mantel/lib/python3*/site-packages \
    && python3 image/notices.py /opt/mantel/lib/python3*/site-packages \
    && find /opt/mantel -name '*.so*' -exec strip --strip-unneeded {} + \
    && python3 -m compileall -q -f --invalidation-mode unchecked-hash /opt/mantel/lib

FROM --platform=$TARGETPLATFORM ${DEBIAN}
ARG SOURCE_DATE_EPOCH
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends ca-certificates python3 tzdata \
    && apt-get clean \
    && groupadd --gid 10001 mantel \
    && useradd --uid 10001 --gid mantel --home-dir /data --no-create-home --no-log-init --shell /usr/sbin/nologin mantel \
    && install -d -o mantel -g mantel -m 0700 /data \
    && install -d /usr/share/doc/mantel \
    && dpkg-query -W -f '${Package} ${Version}: /usr/share/doc/${Package}/copyright\n' >/usr/share/doc/mantel/debian-packages \
    && rm -rf /usr/lib/python3*/test /usr/lib/python3*/pydoc_data \
    && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow-
COPY --from=build /opt/mantel /opt/mantel
COPY image/container /usr/local/bin/container
ENV PATH=/opt/mantel/bin:$PATH \
    DATA_DIR=/data \
    PYTHONUNBUFFERED=1
VOLUME /data
EXPOSE 8080 8443
USER mantel
HEALTHCHECK --interval=30s --timeout=6s --start-period=30s CMD ["mantel", "health"]
ENTRYPOINT ["container"]
CMD ["mantel", "serve"]
