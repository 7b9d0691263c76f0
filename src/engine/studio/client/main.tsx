import '#engine/ui/tokens.css';
import '#engine/ui/reset/base.css';
import { createRoot } from 'react-dom/client';
import { fetchFiles } from './api.ts';
import { App } from './app.tsx';

/** Not awaited by this module: other chunks import from it. */
async function start(): Promise<void> {
  const files = await fetchFiles();
  const root = document.getElementById('studio');
  if (root) createRoot(root).render(<App files={files} />);
}

void start();
