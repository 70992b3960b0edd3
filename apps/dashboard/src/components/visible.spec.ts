import { visible } from './visible';

test.each([
  [
    'what everybody reads',
    'curl -s https://example.com/ä?ü=日本',
    'curl -s https://example.com/ä?ü=日本',
  ],
  ['colours of a terminal', '\u001b[31mred\u001b[0m', '␛[31mred␛[0m'],
  ['text that would run the other way', 'user\u202Etxt.exe', 'user⟨U+202E⟩txt.exe'],
  ['a name that only looks the same', 'git\u200Bhub.com', 'git⟨U+200B⟩hub.com'],
  ['a name with what joins and varies', 'git\u034Fhub\uFE01.com', 'git⟨U+034F⟩hub⟨U+FE01⟩.com'],
  ['a name without dots', '\u2800\u3164', '⟨U+2800⟩⟨U+3164⟩'],
  ['a text that is hidden behind a sign', '🦀\u{E0161}', '🦀⟨U+E0161⟩'],
  ['an emoji', '❤\uFE0F', '❤\uFE0F'],
  [
    'marks of a language that has several',
    '\u05E9\u05B8\u05BC\u05C1\u0591',
    '\u05E9\u05B8\u05BC\u05C1\u0591',
  ],
  [
    'marks that would cover other lines',
    'o' + '\u0300'.repeat(6),
    'o\u0300\u0300\u0300\u0300⟨U+0300⟩⟨U+0300⟩',
  ],
  ['lines, blanks of typewriters and nothing at all', 'a\r\nb\tc\u0000', 'a␍⏎b⇥c⟨U+0000⟩'],
  ['signs beyond the first plane', '🦀\u{E0041}', '🦀⟨U+E0041⟩'],
])('%s is shown as it is: %j', (_, text, seen) => {
  expect(visible(text)).toBe(seen);
});
