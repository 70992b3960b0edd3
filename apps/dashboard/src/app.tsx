import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queries } from './api/queries';
import { nonce } from './nonce';
import { router } from './router';
import { Opening } from './shell/opening';
import { readable, theme } from './theme';

export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={readable}
      defaultColorScheme="auto"
      getStyleNonce={nonce}
    >
      <QueryClientProvider client={queries}>
        <Notifications position="bottom-right" />
        <Opening />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
