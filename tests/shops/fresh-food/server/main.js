process.env.VENDURE_DISABLE_TELEMETRY = 'true';

const { bootstrap } = await import('@vendure/core');
const { configOf } = await import('./config.js');
const { seed } = await import('./seed/seed.js');

const app = await bootstrap(configOf(Number(process.env.PORT ?? 3000)));
await seed(app);
const { port } = app.getHttpServer().address();
process.stdout.write(`Vendure: http://localhost:${port}/shop-api\n`);
