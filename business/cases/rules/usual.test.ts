import { expect, test } from 'vitest'
import { process_config } from '../definitions/business.ts'
import { processTitle, type KnownProcess } from './usual.ts'

const of = (o: Partial<KnownProcess>): KnownProcess => ({ id: '4876aeec'.repeat(8), typeCode: 'contract_renew', name: '延包', isBuiltIn: false, ...o })
test('a process is called by where it comes from, its version and day: no sign of its text', () => {
  expect([
    processTitle(of({ isBuiltIn: true, day: '2026-01-02' }), '延包').zh,
    processTitle(of({ isBuiltIn: true }), 'Extension').en,
    processTitle(of({ name: '延包（两级）', version: 2, day: '2026-03-04' }), '延包').zh,
    processTitle(of({ name: '延包（两级）', version: 2, day: '2026-03-04' }), 'Extension').en,
    processTitle(of({ version: null, day: '2026-01-02' }), '延包').zh,
    processTitle(of({ day: '2026-01-02' }), 'Extension').en,
  ]).toEqual([
    '延包（内置流程）',
    'Extension (built in)',
    '延包（两级）（第2版，2026-03-04部署）',
    '延包（两级） (version 2, deployed 2026-03-04)',
    '延包（此前的内置流程，2026-01-02起使用）',
    'Extension (formerly built in, used since 2026-01-02)',
  ])
  expect(process_config.fields.minDays.default).toBe(15)
})
