import type { ExampleFile } from '../documents/exampleProject.js';

/** Request without parameters; answers `true` at once. The client asks it to notice a server that hangs. */
export const pingRequest = 'pactwright/ping';

/** Request without parameters; answers with the files of a small project to look around in. */
export const exampleRequest = 'pactwright/example';

export type { ExampleFile };

/** Notification without parameters, from the client: the workspace is trusted from now on, so git may be run. */
export const trustGrantedNotification = 'pactwright/trustGranted';

/** What the client tells with `initialize`. */
export interface InitializationOptions {
  /** Whether the workspace is trusted: git, which runs what a repository configures, is run only then. */
  readonly trusted: boolean;
}

export interface ServerLifeRequests {
  readonly [pingRequest]: { readonly params: undefined; readonly answer: true };
  readonly [exampleRequest]: { readonly params: undefined; readonly answer: readonly ExampleFile[] };
}

/** What each notification from the client carries. */
export interface ClientNotifications {
  readonly [trustGrantedNotification]: undefined;
}
