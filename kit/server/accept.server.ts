/**
 * What an Accept header asks for, in its order: names in lower case with their weights, 1 where none stands. A weight that is no number is NaN, which is
 * above nothing. Source: RFC 9110 12.4.2.
 */
export function weighted(header: string | undefined): { name: string; q: number }[] {
  return (header ?? '').split(',').map((part) => {
    const [name = '', ...params] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/)
    return { name, q: Number(params.find((p) => p.startsWith('q='))?.slice(2) ?? 1) }
  })
}
