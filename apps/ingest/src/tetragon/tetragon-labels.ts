import { brokenBound } from '../observation/metadata-bounds';
import { type Members, objectOf, own } from '../sensor/members';

/** Nodes and pods may have any number of labels: where all that is told breaks the bounds of metadata, they are texts of their JSON. */
export function withFewLabels(metadata: Members): Members {
  if (brokenBound(metadata) === null) return metadata;
  const ofNode = labelsAsText(metadata, 'node_labels');
  if (brokenBound(ofNode) === null) return ofNode;
  return { ...ofNode, kubernetes: labelsAsText(objectOf(own(ofNode, 'kubernetes')), 'labels') };
}

function labelsAsText(members: Members, name: string): Members {
  const labels = own(members, name);
  return labels === undefined ? members : { ...members, [name]: JSON.stringify(labels) };
}
