import { known, type Members, objectOf, own, someOf } from '../sensor/members';
import { text, whole } from './tetragon-fields';

/** Whose doing an event is: the process, its pod and its container, in the words of metadata. */
export function contextOf(part: Members): Members {
  const process = objectOf(own(part, 'process'));
  const pod = objectOf(own(process, 'pod'));
  return known({
    process: processOf(process, objectOf(own(part, 'parent'))),
    user: text(objectOf(own(process, 'user')), 'name'),
    container: containerOf(process, objectOf(own(pod, 'container'))),
    kubernetes: someOf({
      namespace: text(pod, 'namespace'),
      pod: text(pod, 'name'),
      workload: text(pod, 'workload'),
      workload_kind: text(pod, 'workload_kind'),
      labels: someOf(objectOf(own(pod, 'pod_labels'))),
    }),
  });
}

const processOf = (process: Members, parent: Members): object | undefined =>
  someOf({
    pid: whole(process, 'pid'),
    command: commandOf(process),
    executable: text(process, 'binary'),
    cwd: text(process, 'cwd'),
    uid: whole(process, 'uid'),
    login_uid: whole(process, 'auid'),
    started_at: text(process, 'start_time'),
    exec_id: text(process, 'exec_id'),
    parent: text(parent, 'binary'),
    parent_command: commandOf(parent),
    parent_pid: whole(parent, 'pid'),
  });

function commandOf(process: Members): string | undefined {
  const words = [text(process, 'binary'), text(process, 'arguments')];
  return words.filter((word) => word !== undefined).join(' ') || undefined;
}

/** `docker` is the beginning of the container's id, where nothing more is known of it. */
const containerOf = (process: Members, container: Members): object | undefined =>
  someOf({
    id: text(container, 'id') ?? text(process, 'docker'),
    name: text(container, 'name'),
    image: text(objectOf(own(container, 'image')), 'name'),
  });
