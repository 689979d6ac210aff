import { invalidField, Problem } from '../kit/model/problem.ts'
import { textIn, type Route } from '../kit/server/route.server.ts'
import { askedFirst } from './asked-first.server.ts'
import type { Outbound } from './outbound.server.ts'

/** A route that stores addresses which the product is going to call: those that may never be called are refused when they are saved, by their field. */
export const outward =
  (outbound: Outbound, ...names: readonly string[]) =>
  (route: Route): Route =>
    askedFirst(route, (_, b) => {
      for (const n of names) {
        if (!/^https?:/i.test(textIn(b, n)) || !URL.canParse(textIn(b, n))) continue
        try {
          outbound.agents(textIn(b, n))
        } catch (e) {
          throw e instanceof Problem ? invalidField(n, e.words) : e
        }
      }
    })
