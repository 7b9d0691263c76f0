import { useMemo, useState } from 'react';
import type { StudioFiles } from '../protocol.ts';
import { textsOf } from './editing.ts';
import { Mend } from './mend.tsx';
import { createShops } from './shop-model.ts';
import { Studio } from './studio.tsx';

/** The studio over these files; while they make no shop, what is wrong in them. */
export function App({ files: first }: { files: StudioFiles }) {
  const [shops] = useState(createShops);
  const [files, setFiles] = useState(first);
  const { shop, offenses } = useMemo(() => shops.show(textsOf(files)), [shops, files]);
  return shop === undefined ? (
    <Mend files={files} offenses={offenses} onFiles={setFiles} />
  ) : (
    <Studio files={files} shops={shops} />
  );
}
