import { parentPort, workerData } from 'node:worker_threads';
import { analysePdf } from './analyse-pdf.ts';
import type { FromPdfWorker } from './inspect-pdf.ts';

const send = (message: FromPdfWorker) => parentPort?.postMessage(message, []);

send('ready');
send(await analysePdf(workerData as Uint8Array));
