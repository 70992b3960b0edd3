import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import './forced-colors.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { prepareClient } from './api/client';
import { nonce } from './nonce';
import { printInLight } from './print-in-light';
import { rememberUnloaded } from './reload-when-replaced';

// Where the parts that hold the page still behind a dialog look for the word that lets their styles through.
Object.assign(globalThis, { __webpack_nonce__: nonce() });
prepareClient();
rememberUnloaded();
printInLight();
const root = document.getElementById('root');
if (!root) throw new Error('this page has no place for the dashboard');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
