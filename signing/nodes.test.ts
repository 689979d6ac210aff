// Who signs a contract, in their order: the other contractor too where a contract is of three.
import { expect, test } from 'vitest'
import type { ContractData } from '../land/paper/read.server.ts'
import { signersOf, type Agents } from './signers/signers.server.ts'

const data = (kind?: 'transfer' | 'exchange', name = '赵六') =>
  ({
    words: {},
    contract: {
      holder: { cbfbm: '1', cbfmc: '张三' },
      issuer: { fbfbm: '2', fbfmc: '村', fbffzrxm: '王五' },
      terms: { cbhtbm: '1J' },
      members: [],
      parcels: [],
      ...(kind ? { other: { kind, holder: { cbfbm: '3', cbfmc: name }, matters: [] } } : {}),
    },
  }) as unknown as ContractData
const told = (d: ContractData, agents: Agents = {}) => signersOf(d, agents).map((s) => [s.node, s.name])

test('the contractor signs before the issuer; of a transfer who gives, then who receives; of an exchange the other party second', () => {
  expect(told(data())).toEqual([
    ['cbf', '张三'],
    ['fbf', '王五'],
  ])
  expect(told(data('transfer'))).toEqual([
    ['cbf', '赵六'],
    ['cbf_zr', '张三'],
    ['fbf', '王五'],
  ])
  expect(told(data('exchange'))).toEqual([
    ['cbf', '张三'],
    ['cbf_zr', '赵六'],
    ['fbf', '王五'],
  ])
  expect(() => told(data('exchange', ''))).toThrow('未配置签署代理人（受让方（互换对方）代表）')
})

test('an agent signs for the issuer, and for a certifying body that has one, last of all', () => {
  expect(told(data('transfer'), { fbf: { signerName: '村书记' }, jz: { signerName: '镇鉴证员' } })).toEqual([
    ['cbf', '赵六'],
    ['cbf_zr', '张三'],
    ['fbf', '村书记'],
    ['jz', '镇鉴证员'],
  ])
  expect(told(data(), { jz: { signerName: '镇鉴证员' } })).toEqual([
    ['cbf', '张三'],
    ['fbf', '王五'],
    ['jz', '镇鉴证员'],
  ])
})
