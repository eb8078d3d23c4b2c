# The image of every server of a deployment. Build it with: docker build --tag halaqa .
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY scripts/node-bin-setup scripts/node-bin-setup
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321
# The server itself is PID 1, so it receives SIGTERM. It stops within ten seconds.
CMD ["node", "src/server/main.ts"]
