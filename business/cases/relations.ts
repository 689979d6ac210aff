// How the members of a household stand to another head than before: a proposal, which the clerk confirms. Pure.

interface Related {
  yhzgx?: string | null
  cyxb?: string | null
}
/** What a member is to the head (dictionary yhzgx), roughly. */
type Kin = 'head' | 'spouse' | 'child' | 'childInLaw' | 'grandchild' | 'parent' | 'parentInLaw' | 'sibling' | 'other'
const IN_LAW_CHILD = ['28', '38']
const IN_LAW_PARENT = ['53', '54', '55', '56']
function kinOf({ yhzgx }: Related): Kin {
  const code = yhzgx ?? ''
  if (code === '01' || code === '02') return 'head'
  if (IN_LAW_CHILD.includes(code)) return 'childInLaw'
  if (IN_LAW_PARENT.includes(code)) return 'parentInLaw'
  return ({ 1: 'spouse', 2: 'child', 3: 'child', 4: 'grandchild', 5: 'parent', 7: 'sibling' } as const)[Number(code[0])] ?? 'other'
}
/** What the member is to the new head, by what both were to the old one: man, woman. */
const TABLE: Readonly<Partial<Record<Kin, Readonly<Partial<Record<Kin, readonly [string, string]>>>>>> = {
  spouse: { head: ['11', '12'], childInLaw: ['28', '38'], grandchild: ['41', '42'], parent: ['53', '54'], parentInLaw: ['51', '52'] },
  child: { head: ['51', '52'], spouse: ['51', '52'], child: ['70', '70'], parent: ['61', '62'], sibling: ['97', '97'] },
  childInLaw: { head: ['59', '59'], spouse: ['59', '59'], grandchild: ['20', '30'] },
  parent: { head: ['20', '30'], spouse: ['28', '38'], child: ['41', '42'], parent: ['11', '12'], sibling: ['20', '30'], grandchild: ['47', '48'] },
  sibling: { head: ['70', '70'], parent: ['51', '52'], sibling: ['70', '70'], child: ['97', '97'] },
  grandchild: { head: ['61', '62'], spouse: ['61', '62'] },
}
/** Kin that are to a spouse what they are to the head. */
const SHARED_KIN: readonly Kin[] = ['child']

/** The relation of a member to the new head, `before` what the new head was to the old one. What no table knows is left to the clerk as 99 or as it was. */
export function restated(member: Related, before: Related): string {
  const [of, head] = [kinOf(member), kinOf(before)]
  if (head === 'spouse' && SHARED_KIN.includes(of)) return member.yhzgx ?? '97'
  const to = TABLE[head]?.[of]
  return to ? to[member.cyxb === '2' ? 1 : 0] : '97'
}
