import { afterAll, beforeAll, expect, test } from 'vitest'
import { world, type World } from '../../tests/world.ts'
import { PARAMS } from '../../platform/settings/params.ts'
import { DEVICE_PORT } from './device.ts'

const [PLUGIN_PARAM, PORT_PARAM] = [PARAMS.cameraPlugin.key, PARAMS.cameraPort.key]

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w?.end())

test('the plug-in’s address and the port are parameters of the tenant; what is no address and no port counts as not said', async () => {
  const [admin, county] = await Promise.all([w.as('admin'), w.as('county')])
  const settings = async () => (await county.get('/cpt-resource/camera/settings')).data
  const say = (paramKey: string, paramValue: string) => admin.post('/cpt-system/param/submit', { paramName: paramKey, paramKey, paramValue })
  expect(await settings()).toEqual({ pluginUrl: '', port: DEVICE_PORT })
  expect((await say(PARAMS.cameraPlugin.key, 'https://example.org/camera.exe')).code).toBe(200)
  expect((await say(PARAMS.cameraPort.key, '40000')).code).toBe(200)
  expect(await settings()).toEqual({ pluginUrl: 'https://example.org/camera.exe', port: 40000 })
  await w.db.pool.query(`update param set "paramValue" = 'javascript:alert(1)' where "paramKey" in ('${PLUGIN_PARAM}', '${PORT_PARAM}')`)
  expect(await settings()).toEqual({ pluginUrl: '', port: DEVICE_PORT })
  const other = await w.as('other')
  expect((await other.get('/cpt-resource/camera/settings')).data.port).toBe(DEVICE_PORT)
})

test('pages may speak to devices at the reader’s own desk, and to no other address than their own', async () => {
  const { headers } = await w.nobody.send('GET', '/health')
  const policy = String(headers['content-security-policy'])
  expect(policy).toContain("connect-src 'self' http://127.0.0.1:*;")
  expect(policy).toMatch(/img-src [^;]*http:\/\/127\.0\.0\.1:\*/)
})
