/** What `adaptivecards` exports, as the one file that Node can load: its modules name each other without `.js`. */
declare module 'adaptivecards/dist/adaptivecards.js' {
  export * from 'adaptivecards';
}
