import core from '../../messages/en/core.json'
import rest from '../../messages/en/rest.json'
import { setMessages } from './messages'

/** For tests: before each file of tests, the messages are those of the English files. */
setMessages({ ...core, ...rest })
