import type { Text } from '../../kit/model/lang.ts'

/** The rule that keeps a button away, in the order in which they are asked; none = the button is there. */
export type Denial = 'password' | 'package' | 'role'
/** A button of a page and why the caller has it or not. `roles`: names of the tenant's roles that hold it. */
export interface ButtonAnswer {
  code: string
  name: string
  held: boolean
  denied?: Denial
  roles: string[]
  /** every rule; told to administrators, and while they look as somebody else */
  chain?: Link[]
}
/** Why the caller sees what of a page: its buttons, and what narrows rows and calls. */
export interface WhyNot {
  buttons: ButtonAnswer[]
  regionCode: string
  /** definitions whose rows a data scope narrows for the caller */
  dataScopes: string[]
  /** paths that an API scope leaves open; none = all */
  apiPaths: string[]
}
/** One rule for one button: whether it lets the button through, and whose rule it is (name of the package; names of roles). */
export interface Link {
  rule: Denial
  passes: boolean
  names: string[]
}
/** What the rules are asked about. */
export interface Facts {
  held: ReadonlySet<string>
  mustModify: boolean
  /** ids of the tenant's package; undefined = no package, everything */
  allowed: ReadonlySet<string> | undefined
  packageName?: string
  /** the roles the person works as */
  ownRoles?: readonly { name: string; gives(menuId: string): boolean }[]
}
/** Every rule for a button, in their order; of the roles those that give it, or all of them when none does. Source: platform.md 6. */
export function chainOf(button: { id: string; code: string }, { held, mustModify, allowed, packageName, ownRoles = [] }: Facts): Link[] {
  const giving = ownRoles.filter((r) => r.gives(button.id))
  const inPackage = !allowed || allowed.has(button.id)
  return [
    { rule: 'password', passes: !mustModify, names: [] },
    { rule: 'package', passes: inPackage, names: allowed && packageName ? [packageName] : [] },
    // outside the package, or before the password is changed, no button is held, whatever roles give
    {
      rule: 'role',
      passes: held.has(button.code) || (giving.length > 0 && (mustModify || !inPackage)),
      names: (giving.length ? giving : ownRoles).map((r) => r.name),
    },
  ]
}
/** The first rule that denies a button: a password to be changed, the tenant's package, the roles. */
export const denialOf = (button: { id: string; code: string }, facts: Facts): Denial | undefined => chainOf(button, facts).find((l) => !l.passes)?.rule
/** What people are told of a denial. */
export const DENIALS: Readonly<Record<Denial, Text>> = {
  password: { zh: '须先修改密码', en: 'The password must be changed first' },
  package: { zh: '不在租户的产品包内', en: "Not in the tenant's package" },
  role: { zh: '您的角色没有此按钮', en: 'Your roles do not include it' },
}
