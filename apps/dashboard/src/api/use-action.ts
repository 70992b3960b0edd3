import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * Something that the API can be asked to do. While it is being done it is not asked for again: a second key or click may come before
 * the page is drawn with the first.
 */
export function useAction<TData = unknown, TError = Error, TVariables = void>(
  options: UseMutationOptions<TData, TError, TVariables>,
) {
  const mutation = useMutation(options);
  const isAsked = useRef(false);
  const mutate = (variables: TVariables): void => {
    if (isAsked.current) return;
    isAsked.current = true;
    const answered = (): void => void (isAsked.current = false);
    // What went wrong is the mutation's to say.
    mutation.mutateAsync(variables).then(answered, answered);
  };
  /** Whether it is being done, also before the page is drawn with it: a key may be pressed sooner. */
  const isUnderWay = (): boolean => isAsked.current;
  return { ...mutation, mutate, isUnderWay };
}

export type Action<TData, TVariables> = ReturnType<typeof useAction<TData, Error, TVariables>>;
