/** What the name of a file says of the past that it shows: the registered day (yyyy-MM-dd), the moment of knowing; nothing of today. */
export const clockMark = ({ asOf, knownAt }: { asOf?: string; knownAt?: string }): string =>
  asOf || knownAt ? `（${[asOf, knownAt?.replaceAll(':', '')].filter(Boolean).join(' ')}）` : ''
