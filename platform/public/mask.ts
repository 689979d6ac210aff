/** Surname, then stars: what strangers are shown of a name. */
export const maskName = (name: string): string => {
  const [first, ...rest] = [...name.trim()]
  return first ? first + '*'.repeat(Math.max(1, rest.length)) : ''
}
