export { encryptAll } from '../../../../platform/credentials/encrypt.web.ts'
