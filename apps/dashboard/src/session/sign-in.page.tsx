import {
  Anchor,
  Button,
  Center,
  Code,
  Paper,
  PasswordInput,
  Stack,
  Text,
  Title,
} from '@mantine/core';
import { createLazyRoute, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { beginSession, getSession } from '../api/generated/sdk.gen';
import type { SessionView } from '../api/generated/types.gen';
import { ApiProblem } from '../api/problem';
import { useAction } from '../api/use-action';
import { ProblemAlert } from '../components/problem-alert';
import { useTitle } from '../components/page';
import { Logo } from '../shell/logo';
import { knowSession } from './session';
import { refusalOf, tokenIn, USERS } from './token';

/** @throws ApiProblem the house does not take the token, or nothing was answered */
async function begin(token: string): Promise<void> {
  try {
    const headers = { authorization: `Bearer ${token}` };
    await beginSession({ headers, throwOnError: true });
  } catch (problem) {
    throw refusalOf(token, problem);
  }
}

/**
 * The session that has just begun, as the browser tells it.
 * @throws ApiProblem when it does not: a cookie that is for https alone is not kept without
 */
async function kept(): Promise<SessionView> {
  try {
    return (await getSession({ throwOnError: true })).data;
  } catch (problem) {
    if (!(problem instanceof ApiProblem && problem.isSignedOut)) throw problem;
    const right = 'Open this page by the address that PUBLIC_URL says, and allow its cookies.';
    throw new ApiProblem(401, problem.code, 'Your browser did not keep the session', right);
  }
}

/** The token is sent once and kept nowhere in the page: a cookie that the page cannot read stands for it from then on. */
function SignInPage() {
  const { next } = page.useSearch();
  const navigate = useNavigate();
  const [token, setToken] = useState('');
  useTitle('Sign in');
  const signIn = useAction({
    mutationFn: async () => {
      await begin(tokenIn(token));
      return kept();
    },
    onSuccess: async (session) => {
      setToken('');
      knowSession(session);
      await navigate({ href: next ?? '/', replace: true });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    signIn.mutate();
  };
  return (
    <Center component="main" mih="100dvh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420} shadow="sm">
        <form onSubmit={submit}>
          <Stack>
            <Logo />
            <Title order={1} size="h3">
              Sign in
            </Title>
            <PasswordInput
              label="User token"
              description={`It begins with ${USERS}; the house printed the first one when it started`}
              autoComplete="current-password"
              required
              autoFocus
              value={token}
              onChange={(event) => setToken(event.currentTarget.value)}
            />
            {signIn.error && <ProblemAlert problem={signIn.error} />}
            <Button type="submit" loading={signIn.isPending}>
              Sign in
            </Button>
            <Text size="sm" c="dimmed">
              No token yet? It stands in <Code>admin-token</Code> in the data directory. Anybody who
              may make tokens can give you one of your own.{' '}
              <Anchor href="/docs">API documentation</Anchor>
            </Text>
          </Stack>
        </form>
      </Paper>
    </Center>
  );
}

export const page = createLazyRoute('/sign-in')({ component: SignInPage });
