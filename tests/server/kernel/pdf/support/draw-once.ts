import { endProcess } from '#engine/host/process/end.ts';
import { drawInThread } from '#server/kernel/pdf/worker.ts';

console.log(String.fromCharCode(...(await drawInThread([])).slice(0, 5)));
endProcess(0);
