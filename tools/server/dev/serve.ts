import { CommandError, UsageError } from '#engine/cli/arguments.ts';
import { catalogue } from '#engine/cli/catalogue/plugin.ts';
import { develop } from '#engine/cli/dev/develop.ts';
import { onlyLanguage } from '#engine/cli/language.ts';
import { endProcess } from '#engine/host/process/end.ts';
import { requireFreePort } from '#engine/host/process/port.ts';
import { REFUSALS } from '#server/kernel/result/refusals.ts';
import { isStartFault, optionsFromEnvironment } from '#server/main.ts';
import { generateAll } from '../../generate.ts';
import { openReferenceApi } from './shop.ts';

const report = (line: string) => console.log(line);

try {
  const lang = onlyLanguage(process.argv.slice(2));
  const options = optionsFromEnvironment(process.env);
  await requireFreePort(options.port);
  await develop({
    port: options.port,
    lang,
    api: await openReferenceApi(options, report),
    generate: generateAll,
    plugins: [catalogue(REFUSALS)],
    endsStart: isStartFault,
    report,
  });
} catch (fault) {
  const plain = isStartFault(fault) || fault instanceof CommandError || fault instanceof UsageError;
  console.error(plain ? fault.message : fault);
  endProcess(1);
}
