import { drawInThread } from '#server/kernel/pdf/worker.ts';

console.log(String.fromCharCode(...(await drawInThread([])).slice(0, 5)));
process.exit();
