# The service, without Node and npm, which are needed only to install it. How to run it: docs/operating.md, "Container".
#   podman build --tag newsstand:1.0.0 .
#   podman build --tag newsstand:1.0.0-ffmpeg --build-arg FFMPEG=true .     for videos: 653 MB instead of 241 MB

ARG BUILD_IMAGE=docker.io/library/node:24-trixie-slim
ARG BASE_IMAGE=docker.io/library/debian:trixie-slim

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN npm ci --omit=dev --no-audit --no-fund && npm pack --pack-destination /tmp
# Without install scripts there is only one copy of the runtime: its own script would make another. The builds for musl and for
# processors from before 2013 are not needed.
RUN npm install --global --prefix /opt/newsstand --ignore-scripts --no-audit --no-fund /tmp/newsstand-*.tgz \
  && cd /opt/newsstand/lib/node_modules/newsstand/node_modules \
  && rm -rf @oven/*-musl* @oven/*-baseline bun/bin @img/*musl* \
  && /opt/newsstand/bin/newsstand --version

FROM ${BASE_IMAGE}
ARG FFMPEG=false
RUN apt-get update \
  && apt-get install --yes --no-install-recommends tini $([ "$FFMPEG" = false ] || echo ffmpeg) \
  && rm -rf /var/lib/apt/lists/* /var/cache/* /var/log/* \
  && groupadd --gid 10001 newsstand \
  && useradd --uid 10001 --gid 10001 --home-dir /data --shell /usr/sbin/nologin newsstand \
  && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /opt/newsstand /opt/newsstand
COPY --chmod=755 ops/container/healthcheck /opt/newsstand/bin/healthcheck

ENV PATH=/opt/newsstand/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  NEWSSTAND_DATA=/data \
  NEWSSTAND_HOST=0.0.0.0 \
  NEWSSTAND_METRICS_PORT=9464
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 4000 4001 9464

# Orphaned processes become children of process 1, which has to reap them.
ENTRYPOINT ["tini", "--", "newsstand"]
CMD ["serve"]
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=600s --retries=3 CMD ["healthcheck"]

ARG VERSION=1.0.0
LABEL org.opencontainers.image.title="Newsstand" \
  org.opencontainers.image.description="A self-hosted, read-only content delivery service" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.licenses="MIT"
