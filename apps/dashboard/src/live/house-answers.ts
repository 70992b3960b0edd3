/** Whether the house answers with the page that is shown. */
export const houseAnswers = (): Promise<boolean> =>
  fetch(location.href, { headers: { accept: 'text/html' }, cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
