import { expect, it } from 'vitest';
import { StartFault } from '#engine/host/process/start-fault.ts';
import { optionsFromEnvironment } from '#server/process/options.ts';

it.each(['SEED_GOODS', 'SEED_BUYERS'])('%s is a count from 0 on, or is refused in one line', (name) => {
  for (const count of ['0', '1', '2', '899']) {
    const { seedSizes } = optionsFromEnvironment({ [name]: count });
    expect(Object.values(seedSizes)).toEqual([Number(count)]);
  }
  for (const nonsense of ['-1', 'abc', '1.5', '1e3', '0x10', ' 1', '１', '99999999', 'NaN', 'null']) {
    let fault: unknown;
    try {
      optionsFromEnvironment({ [name]: nonsense });
    } catch (thrown) {
      fault = thrown;
    }
    expect([nonsense, fault instanceof StartFault]).toEqual([nonsense, true]);
    expect((fault as Error).message).toMatch(new RegExp(`^${name} .*${nonsense}$`));
    expect((fault as Error).message).not.toContain('\n');
  }
});
