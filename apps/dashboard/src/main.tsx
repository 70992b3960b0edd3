import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app';
import { prepareClient } from './api/client';

prepareClient();
const root = document.getElementById('root');
if (!root) throw new Error('this page has no place for the dashboard');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
