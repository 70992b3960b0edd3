/** A word of the API as it begins a line, such as `Critical`. */
export const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
