package dev.lake.coordinator.expiry;

import dev.lake.coordinator.election.Term;
import dev.lake.coordinator.store.WriteOutcome;
import dev.lake.jobs.materialize.ResultKeys;
import dev.lake.jobs.store.ListPage;
import dev.lake.jobs.store.ObjectInfo;
import dev.lake.jobs.store.ObjectStore;
import dev.lake.jobs.store.UploadInfo;
import dev.lake.protocol.QueryId;
import dev.lake.protocol.TenantId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folders and uploads of queries that have no record: of submissions that never happened, or
 * written late.
 */
final class Orphans {
  private static final Logger LOG = LoggerFactory.getLogger(Orphans.class);
  private static final Pattern FOLDER = Pattern.compile("([a-z0-9][a-z0-9-]*)/([0-9a-f]{32})/.*");

  private final Term term;
  private final ObjectStore objects;
  private final Prefixes prefixes;
  private final Clock clock;
  private final Duration age;
  private Optional<String> token = Optional.empty();

  private record Folder(TenantId tenant, QueryId query) {}

  Orphans(Term term, ObjectStore objects, Prefixes prefixes, Clock clock, Duration age) {
    this.term = term;
    this.objects = objects;
    this.prefixes = prefixes;
    this.clock = clock;
    this.age = age;
  }

  /** Looks at the next page of the store; at its end also at the open uploads. */
  void sweepPage() {
    Instant bound = clock.instant().minus(age);
    ListPage page = objects.list("", token);
    Set<Folder> folders = new LinkedHashSet<>();
    page.objects().forEach(object -> folder(object.key()).ifPresent(folders::add));
    for (Folder folder : folders) {
      if (orphaned(folder) && older(folder, bound) && leading()) {
        LOG.info("Deleting what query {} left without a record", folder.query());
        prefixes.empty(folder.tenant(), folder.query());
      }
    }
    token = page.next();
    if (token.isEmpty()) {
      abortUploads(bound);
    }
  }

  private void abortUploads(Instant bound) {
    for (UploadInfo upload : objects.uploads("")) {
      Optional<Folder> folder = folder(upload.key());
      if (folder.isPresent()
          && upload.initiated().isBefore(bound)
          && orphaned(folder.get())
          && leading()) {
        objects.abortUpload(upload.key(), upload.uploadId());
      }
    }
  }

  private boolean orphaned(Folder folder) {
    return term.records().read(folder.query()).isEmpty() && !term.records().buried(folder.query());
  }

  private boolean older(Folder folder, Instant bound) {
    Optional<String> next = Optional.empty();
    do {
      ListPage page = objects.list(ResultKeys.prefix(folder.tenant(), folder.query()), next);
      for (ObjectInfo object : page.objects()) {
        if (!object.lastModified().isBefore(bound)) {
          return false;
        }
      }
      next = page.next();
    } while (next.isPresent());
    return true;
  }

  private boolean leading() {
    return term.fenced(term.records()::confirm) == WriteOutcome.APPLIED;
  }

  private static Optional<Folder> folder(String key) {
    Matcher matcher = FOLDER.matcher(key);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    return Optional.of(new Folder(new TenantId(matcher.group(1)), new QueryId(matcher.group(2))));
  }
}
