import {
  Anchor,
  createTheme,
  type CSSVariablesResolver,
  darken,
  Drawer,
  DrawerHeader,
  type MantineColor,
  type MantineThemeColors,
  Menu,
  Modal,
  ModalHeader,
  Notification,
} from '@mantine/core';
import type { Severity } from './api/words';

/** A name without a blank may be longer than a phone is wide. */
const WRAPPED = { overflowWrap: 'anywhere' } as const;

/** What lies over a page. */
const OVERLAY = {
  defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
  styles: { title: { fontWeight: 600, ...WRAPPED }, body: WRAPPED },
} as const;

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  // White on anything lighter has less than 4.5:1, and so has black on anything darker.
  luminanceThreshold: 0.18,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Menu: Menu.extend({ styles: { dropdown: { maxWidth: 'calc(100vw - 16px)', ...WRAPPED } } }),
    Modal: Modal.extend(OVERLAY),
    Drawer: Drawer.extend(OVERLAY),
    // Else they are announced as a second banner of the page.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
    DrawerHeader: DrawerHeader.extend({ defaultProps: { role: 'presentation' } }),
    Notification: Notification.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      // Mantine's own has too little contrast below a title.
      styles: { description: { color: 'var(--mantine-color-text)', ...WRAPPED } },
    }),
  },
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  fontFamilyMonospace:
    'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
});

export const SEVERITY_COLORS: Readonly<Record<Severity, MantineColor>> = {
  critical: 'red',
  high: 'orange',
  medium: 'yellow',
  low: 'blue',
};

/** What is said less loudly, in an empty field, in colours, or because it is wrong, must still be read: Mantine's own have too little contrast. */
export const readable: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': colors.gray[7],
    '--mantine-color-placeholder': colors.gray[7],
    '--mantine-color-error': colors.red[9],
    ...onLightGround(colors),
  },
  dark: {
    '--mantine-color-dimmed': colors.dark[1],
    '--mantine-color-placeholder': colors.dark[1],
    '--mantine-color-error': colors.red[4],
  },
});

/** Text of a colour on the light ground of the same colour. */
const onLightGround = (colors: MantineThemeColors): Record<string, string> =>
  Object.fromEntries(
    Object.entries(colors).map(([name, shades]) => [
      `--mantine-color-${name}-light-color`,
      darken(shades[9], 0.3),
    ]),
  );
