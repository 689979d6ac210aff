export { encryptAll } from '../../../../slices/session/encrypt.web.ts'
