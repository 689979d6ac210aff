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

const SON = /^2[0-79]$/,
  DAUGHTER = /^3[0-79]$/
const codeOf = (r: Related): string => r.yhzgx ?? ''
/** Who marries a child of the household, and whose children grandchildren are: a child of that kind, where the household has one alone. */
const LINES = [
  { child: SON, inLaw: '38', grandchild: /^4[12]$/ },
  { child: DAUGHTER, inLaw: '28', grandchild: /^4[34]$/ },
] as const
/** What only the whole household tells: who of it is husband, wife or child of the new head. None where a second child or in-law leaves a doubt. */
function within(member: Related, before: Related, all: readonly Related[]): string | undefined {
  const [of, head] = [codeOf(member), codeOf(before)]
  const isOne = (is: (code: string) => boolean) => all.filter((r) => is(codeOf(r))).length === 1
  for (const { child, inLaw, grandchild } of LINES) {
    if (!isOne((c) => child.test(c))) continue
    const isCouple = (child.test(head) && of === inLaw) || (head === inLaw && child.test(of))
    if (isCouple && isOne((c) => c === inLaw)) return of === '38' || DAUGHTER.test(of) ? '12' : '11'
    if (child.test(head) && grandchild.test(of)) return of === '42' || of === '44' ? '30' : '20'
  }
  return undefined
}
/** Nothing but a relative: a relation that the table could not tell, for the clerk to check. */
export const UNTOLD = '97'
/** The relation of a member to the new head, `before` what the new head was to the old one. `all`: the household as it was, which tells couples and their children. What no table knows is left to the clerk as 97 or as it was. */
export function restated(member: Related, before: Related, all: readonly Related[] = []): string {
  const [of, head] = [kinOf(member), kinOf(before)]
  if (head === 'spouse' && SHARED_KIN.includes(of)) return member.yhzgx ?? UNTOLD
  const told = within(member, before, all)
  if (told) return told
  const to = TABLE[head]?.[of]
  return to ? to[member.cyxb === '2' ? 1 : 0] : UNTOLD
}
