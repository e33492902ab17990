# Everything is bundled, so the image is Node and dist/: no node_modules, no build tools, no scenario files.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
# .dockerignore lets in only what the build reads.
COPY . .
RUN npm run build

FROM node:24-bookworm-slim
LABEL org.opencontainers.image.title="mds-sandbox" \
      org.opencontainers.image.description="A local, stateful, deterministic stand-in for the Music Distribution Service API." \
      org.opencontainers.image.licenses="MIT"
WORKDIR /app
COPY package.json openapi.yaml control.openapi.yaml LICENSE THIRD-PARTY-LICENSES ./
COPY --from=build /build/dist dist/
ENV NODE_ENV=production MDS_HOST=0.0.0.0 MDS_PORT=4010 MDS_LOG=json MDS_JSON=true
# For --data /data, with a volume there.
RUN install -d -o node -g node /data
EXPOSE 4010
USER node
# Reads MDS_PORT like the server: set that, rather than --port, to listen elsewhere in the container.
HEALTHCHECK --interval=5s --timeout=5s --start-period=10s CMD ["node", "/app/dist/cli.js", "health"]
# Exec form: node is the container's first process and gets SIGTERM; `docker run IMAGE --flag` adds flags.
ENTRYPOINT ["node", "/app/dist/cli.js"]
