import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ruleIds } from '../packages/checks/limits.ts'

const ROOT = resolve(import.meta.dirname, '..')
const COMMAND = 'packages/checks/unbuilt.server.ts'

/** Rules a group has in data format §9. Source: data-format.md 9, copied as packages/checks/qc-rules.json; F20 to F22 and J07 are ours. */
const GROUPS: Readonly<Record<string, number>> = { A: 10, B: 10, C: 21, D: 21, E: 3, F: 22, G: 15, H: 9, I: 6, J: 7 }

/** Checks that are not built. */
const UNBUILT: string[] = []

test('the catalogue of package checks is the whole one: 124 in ten groups, numbered through', () => {
  const all = Object.entries(GROUPS).flatMap(([group, n]) => Array.from({ length: n }, (_, i) => `${group}${String(i + 1).padStart(2, '0')}`))
  expect(all).toHaveLength(124)
  expect([...ruleIds].sort()).toEqual(all)
})

test('the command names exactly the checks that are known not to be built', () => {
  const r = spawnSync(process.execPath, [COMMAND], { cwd: ROOT, encoding: 'utf8' })
  expect(r.stderr).toBe('')
  expect(
    r.stdout
      .trim()
      .split('\n')
      .flatMap((line) => line.slice(0, 3) || []),
  ).toEqual(UNBUILT)
})

test('what the command counts as built on the base is built there', () => {
  const source = readFileSync(resolve(ROOT, COMMAND), 'utf8')
  const claimed = [...source.matchAll(/'(J\d\d)'/g)].map(([, id]) => id)
  const analysis = readFileSync(resolve(ROOT, 'packages/hjb/analyse.server.ts'), 'utf8')
  const compared = readFileSync(resolve(ROOT, 'packages/intake/increment.ts'), 'utf8')
  const refused = new Set([...compared.matchAll(/refuse\([^;]*?'(J\d\d)'/g)].map(([, id]) => id))
  expect(claimed).toEqual([...new Set([...analysis.matchAll(/rule: '(J\d\d)'/g)].map(([, id]) => id)), ...[...refused].toSorted()])
})
