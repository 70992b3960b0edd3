import { Anchor, type AnchorProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

type PlainAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>;

/** A link to a page of the dashboard, inside text; what it needs of the address is checked. */
export const PageLink = createLink((props: PlainAnchorProps) => <Anchor inherit {...props} />);
