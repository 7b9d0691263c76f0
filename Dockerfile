# The shop as an image: docker build -t storewright . (compose.yaml runs it with a database and a proxy).
# `npm test` runs these steps as a script and starts the shop from the files of the last stage alone.

FROM node:24-bookworm-slim AS build
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
COPY src/engine/package.json src/engine/
RUN npm ci
COPY . .
RUN npm run build
RUN mkdir data

# The engine's own dependencies build shops; what serves one is listed by this repository.
FROM node:24-bookworm-slim AS modules
WORKDIR /shop
COPY package.json package-lock.json .npmrc ./
RUN npm pkg delete workspaces devDependencies && npm install

# Node and the C++ library: no shell, no package manager. It runs as the user `nonroot` (65532).
FROM gcr.io/distroless/nodejs24-debian12:nonroot
WORKDIR /shop
# The C library keeps what a rush has freed unless it is told from which size on to give it back; told that alone, it maps
# and gives back whatever is larger than 128 kB, such as what compresses a page.
ENV NODE_ENV=production DATA_DIR=/data NODE_COMPILE_CACHE=/data/compile-cache MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=8388608 MALLOC_MMAP_THRESHOLD_=8388608
COPY --from=modules /shop/package.json ./
COPY --from=modules /shop/node_modules node_modules
COPY --from=build /shop/src/engine/host src/engine/host
COPY --from=build /shop/src/engine/runtime src/engine/runtime
COPY --from=build /shop/src/generated src/generated
COPY --from=build /shop/src/shop/domain src/shop/domain
COPY --from=build /shop/src/server src/server
COPY --from=build /shop/dist dist
COPY --from=build --chown=nonroot:nonroot /shop/data /data
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s --retries=2 CMD ["/nodejs/bin/node", "-e", "fetch('http://127.0.0.1:8080/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# V8 lets garbage grow with what the heap may come to: the bound keeps a process small, and is five times what it holds. Young
# objects are collected while old ones are marked: else they pile up meanwhile, and V8 keeps the pages that this took.
CMD ["--max-semi-space-size=16", "--no-separate-gc-phases", "--max-old-space-size=512", "src/server/main.ts"]
