import '#engine/ui/tokens.css';
import '#engine/ui/reset/base.css';
import './catalogue.css';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './catalogue.tsx';
import type { Sources } from './sources.ts';

/** Not awaited by this module: other chunks import from it. */
async function start(): Promise<void> {
  const response = await fetch('./files.json');
  const sources = (await response.json()) as Sources;
  const root = document.getElementById('catalogue');
  if (root) createRoot(root).render(<Catalogue {...sources} />);
}

void start();
