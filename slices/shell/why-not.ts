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
interface Facts {
  held: ReadonlySet<string>
  mustModify: boolean
  /** ids of the tenant's package; undefined = no package, everything */
  allowed: ReadonlySet<string> | undefined
}
/** The first rule that denies a button: a password to be changed, the tenant's package, the roles. Source: platform.md 6. */
export function denialOf(button: { id: string; code: string }, { held, mustModify, allowed }: Facts): Denial | undefined {
  if (mustModify) return 'password'
  if (allowed && !allowed.has(button.id)) return 'package'
  return held.has(button.code) ? undefined : 'role'
}
/** What people are told of a denial. */
export const DENIALS: Readonly<Record<Denial, Text>> = {
  password: { zh: '须先修改密码', en: 'The password must be changed first' },
  package: { zh: '不在租户的产品包内', en: "Not in the tenant's package" },
  role: { zh: '您的角色没有此按钮', en: 'Your roles do not hold it' },
}
