import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openOperations } from '../../outside/open/describe.server.ts'
import { SCOPES } from '../../outside/push/scopes.ts'
import { area, date, dict, int, listOf, text } from '../../kit/model/field.ts'
import { openApi } from './openapi.server.ts'
import type { Route } from '../../kit/server/route.server.ts'

test('a body says what its values are: bounds of numbers, lengths of texts, and lists of another definition', () => {
  const member = { name: text('姓名', { required: true, max: 50 }), relation: dict('关系', 'yhzgx') }
  const body = {
    code: text('编码', { length: 14 }),
    note: text('备注', { max: 254 }),
    years: int('年限', { min: 0, max: 100 }),
    size: area('面积'),
    day: date('日期', { required: true }),
    members: listOf('成员', 'Members', member),
  }
  const route: Route = { method: 'POST', path: '/x', perm: 'x', scope: 'land', audit: 'x', summary: 'x', body, run: async () => null }
  const { paths } = openApi([route], '1.2.3') as any
  const schema = paths['/api/x'].post.requestBody.content['application/json'].schema
  expect(schema).toMatchObject({
    type: 'object',
    required: ['day'],
    properties: {
      code: { type: 'string', minLength: 14, maxLength: 14, title: '编码' },
      note: { type: 'string', maxLength: 254 },
      years: { type: 'integer', minimum: 0, maximum: 100 },
      size: { type: 'string', pattern: '^-?\\d+(\\.\\d{1,2})?$' },
      day: { type: 'string', format: 'date' },
      members: { type: 'array', title: '成员', items: { type: 'object', required: ['name'], properties: { name: { type: 'string', maxLength: 50 } } } },
    },
  })
  // which row is changed, and as it was read, stands in no declaration and may be sent to every call but those of strangers
  expect(schema.properties).toMatchObject({ id: { type: 'string', pattern: expect.any(String) }, rev: { type: 'integer' } })
  const strangers = openApi([{ ...route, perm: 'public' }], '1.2.3') as any
  expect(Object.keys(strangers.paths['/api/x'].post.requestBody.content['application/json'].schema.properties)).toEqual(Object.keys(body))
  expect(JSON.stringify(schema.properties.years)).not.toContain('Length')
  expect(JSON.stringify(schema)).not.toContain('$schema')
})

test('the calls of applications stand in the whole contract as in their own documents: fields, examples, answers, every refusal', () => {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../generated/openapi.json'), 'utf8'))
  const own = openOperations()
  expect(own.size).toBe(SCOPES.length + 1)
  for (const [path, { post }] of own) {
    const { operationId: _, parameters, requestBody, ...said } = JSON.parse(JSON.stringify(post))
    expect([path, paths[`/api${path}`].post]).toMatchObject([path, said])
    // a call that sends nothing has no body in the whole contract
    const sends = Object.keys(requestBody.content['application/json'].schema.properties).length > 0
    expect([path, paths[`/api${path}`].post.requestBody]).toEqual([path, sends ? requestBody : undefined])
    expect(paths[`/api${path}`].post.parameters).toEqual(expect.arrayContaining(parameters))
  }
})
