package dev.lake.architecture;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;

/** The allowed arrows of ARCHITECTURE.md, and what no class of lake may do. */
@AnalyzeClasses(packages = "dev.lake", importOptions = ImportOption.DoNotIncludeTests.class)
final class ArchitectureTest {

  @ArchTest
  static void arrowsRunOnlyUpward(JavaClasses lake) {
    layeredArchitecture()
        .consideringOnlyDependenciesInLayers()
        .layer("protocol")
        .definedBy("dev.lake.protocol..")
        .layer("lance-connector")
        .definedBy("dev.lake.lance..")
        .layer("flink-jobs")
        .definedBy("dev.lake.jobs..")
        .layer("coordinator")
        .definedBy("dev.lake.coordinator..")
        .layer("frontend")
        .definedBy("dev.lake.frontend..")
        .layer("client")
        .definedBy("dev.lake.client..")
        .whereLayer("protocol")
        .mayNotAccessAnyLayer()
        .whereLayer("lance-connector")
        .mayNotAccessAnyLayer()
        .whereLayer("flink-jobs")
        .mayOnlyAccessLayers("protocol", "lance-connector")
        .whereLayer("coordinator")
        .mayOnlyAccessLayers("protocol", "lance-connector", "flink-jobs")
        .whereLayer("frontend")
        .mayOnlyAccessLayers("protocol", "lance-connector", "flink-jobs", "coordinator")
        .whereLayer("client")
        .mayOnlyAccessLayers("protocol")
        .check(lake);
  }

  @ArchTest
  static final ArchRule packagesHaveNoCycles =
      SlicesRuleDefinition.slices().matching("dev.lake.(*).(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule protocolNeedsOnlyTheJdkAndJacksonCore =
      classes()
          .that()
          .resideInAPackage("dev.lake.protocol..")
          .should()
          .onlyDependOnClassesThat(
              are(
                  resideInAPackage("dev.lake.protocol..")
                      .or(resideInAPackage("java.."))
                      .or(resideInAPackage("com.fasterxml.jackson.core.."))
                      .or(resideInAPackage("org.jspecify.annotations"))));

  @ArchTest
  static final ArchRule clientKnowsNeitherFlinkNorLance =
      noClasses()
          .that()
          .resideInAPackage("dev.lake.client..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.flink..", "org.lance..", "org.apache.zookeeper..");

  @ArchTest
  static final ArchRule onlyTheDatasetPackageTouchesTheNativeLibrary =
      noClasses()
          .that()
          .resideInAPackage("dev.lake..")
          .and()
          .resideOutsideOfPackages(
              "dev.lake.lance.dataset..", "dev.lake.harness..", "dev.lake.benchmarks..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.lance..");

  @ArchTest
  static final ArchRule onlyTheFrontendSpeaksFlight =
      noClasses()
          .that()
          .resideInAnyPackage(
              "dev.lake.protocol..",
              "dev.lake.lance..",
              "dev.lake.jobs..",
              "dev.lake.coordinator..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.arrow.flight..", "io.grpc..");

  @ArchTest
  static final ArchRule nobodySleeps =
      noClasses()
          .that()
          .resideInAPackage("dev.lake..")
          .should()
          .callMethod(Thread.class, "sleep", long.class);

  @ArchTest
  static final ArchRule namesAreTheFieldsOwn =
      noClasses()
          .should()
          .haveNameMatching(".*(Impl|Manager|Helper|Util|Utils)$")
          .because("a name says what the thing is");
}
