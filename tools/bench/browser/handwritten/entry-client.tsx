import '#engine/ui/tokens.css';
import '#engine/ui/reset/base.css';
import './pages.css';
import { hydrateRoot } from 'react-dom/client';
import { App, type AppProps } from './app.tsx';

const root = document.getElementById('root');
const state = document.getElementById('state')?.textContent;
if (root && state) hydrateRoot(root, <App {...(JSON.parse(state) as AppProps)} />);
