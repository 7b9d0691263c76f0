import '#ui/tokens.css';
import '#ui/reset/base.css';
import './catalogue.css';
import { createRoot } from 'react-dom/client';
import { Catalogue } from './catalogue.tsx';

/** Not awaited by this module: other chunks import from it. */
async function start(): Promise<void> {
  const response = await fetch('./files.json');
  const files = new Map(Object.entries((await response.json()) as Record<string, string>));
  const root = document.getElementById('catalogue');
  if (root) createRoot(root).render(<Catalogue files={files} />);
}

void start();
