// node answers.mjs /readyz — ends with 0 if this container's own process answers 2xx: the health check of the images.
const port = process.env.PORT || 8080;
const answer = await fetch(`http://127.0.0.1:${port}${process.argv[2]}`).catch(() => undefined);
process.exit(answer?.ok ? 0 : 1);
