import { compose } from '../apps/server/compose.server.ts'
import { folderStorage } from '../services/files/storage/storage.server.ts'

/** The slices and routes as the application has them, with settings that nothing reads before a request comes: for tools that print definitions. */
export const composed = () =>
  compose({
    session: { keys: { keyId: '', publicKey: '', privateKey: '' }, captcha: false },
    storage: folderStorage('/nowhere'),
    dataDir: '/nowhere',
    baseMap: { url: '', layer: '', attribution: '' },
  })
