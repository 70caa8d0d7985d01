import { Refused } from '../../operations/errorCodes.js';

/** https, ssh, git or a path of this machine: no transport that runs a program. */
const remoteForm =
  /^(?:(?:(?:https?|ssh|git):\/\/|[\w.-]+@[\w.-]+:)[^\s\p{Cc}]+|(?:file:\/\/\/|\/|[A-Za-z]:[\\/])\P{Cc}*)$/u;

/** @throws Refused if an address is none that a worker fetches from, or says what not everyone may read who reads the queue. */
export function requireRemote(remote: string): void {
  if (!remoteForm.test(remote))
    throw new Refused(
      'not-allowed',
      'the remote of the run is not an https, ssh, git or file address: a worker cannot fetch from it',
    );
  if (!URL.canParse(remote)) return;
  const { protocol, username, password } = new URL(remote);
  // A token is often in the place of the name.
  if (password !== '' || (/^https?:$/u.test(protocol) && username !== ''))
    throw new Refused(
      'not-allowed',
      'the address of the remote contains a user name or password, which everyone who reads the queue would see: use a credential helper or a key',
    );
}
