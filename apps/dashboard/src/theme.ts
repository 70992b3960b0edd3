import {
  Anchor,
  createTheme,
  type CSSVariablesResolver,
  type MantineColor,
  Modal,
  ModalHeader,
} from '@mantine/core';
import type { Severity } from './api/words';

export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 7, dark: 8 },
  autoContrast: true,
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: Anchor.extend({ defaultProps: { underline: 'always' } }),
    Modal: Modal.extend({
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600 } },
    }),
    // Else it is announced as a second banner of the page.
    ModalHeader: ModalHeader.extend({ defaultProps: { role: 'presentation' } }),
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

/** What is said less loudly must still be read: Mantine's own grey has too little contrast. */
export const readable: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: { '--mantine-color-dimmed': colors.gray[7] },
  dark: { '--mantine-color-dimmed': colors.dark[1] },
});
